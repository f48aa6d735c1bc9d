"""Watches ConfigMaps with the Python client, each watch from where the one before ended, until it has seen the one that is
named `end`. Prints the resource versions of all events, as JSON. Counts the watches that were cut off."""
import json
import sys

import urllib3
from kubernetes import client, config, watch

config.load_kube_config(config_file=sys.argv[1])
api = client.CoreV1Api()
since = sys.argv[2]
saw = []
cuts = 0
while not saw or saw[-1][1] != 'end':
    try:
        for event in watch.Watch().stream(api.list_namespaced_config_map, 'default', resource_version=since,
                                          label_selector='upgrade', timeout_seconds=60):
            since = event['object'].metadata.resource_version
            saw.append([since, event['object'].metadata.name])
            if saw[-1][1] == 'end':
                break
    except (urllib3.exceptions.HTTPError, OSError):
        cuts += 1
print(json.dumps({'events': [int(version) for version, _ in saw], 'cuts': cuts}))
