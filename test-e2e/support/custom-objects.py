"""What a program with the Python client does to custom objects: all verbs, watches, status and scale. Prints what it saw, as JSON."""
import json
import sys

from kubernetes import client, config, watch

config.load_kube_config(config_file=sys.argv[1])
api = client.CustomObjectsApi()
kind = ('monitoring.example.com', 'v1', 'default', 'monitors')
saw = {}


def monitor(name, replicas=1):
    return {'apiVersion': 'monitoring.example.com/v1', 'kind': 'Monitor',
            'metadata': {'name': name, 'labels': {'parity': 'odd' if replicas % 2 else 'even'}},
            'spec': {'replicas': replicas}}


made = [api.create_namespaced_custom_object(*kind, monitor('python-%d' % number, number)) for number in range(5)]
saw['defaulted'] = made[0]['spec']['retention']

pages = []
token = None
while True:
    page = api.list_namespaced_custom_object(*kind, limit=2, **({'_continue': token} if token else {}))
    pages.append([item['metadata']['name'] for item in page['items']])
    token = page['metadata'].get('continue')
    if not token:
        break
saw['pages'] = pages
saw['odd'] = [item['metadata']['name']
              for item in api.list_namespaced_custom_object(*kind, label_selector='parity=odd')['items']]

since = page['metadata']['resourceVersion']
api.patch_namespaced_custom_object(*kind, 'python-0', {'spec': {'port': 'http'}})
replaced = api.get_namespaced_custom_object(*kind, 'python-1')
replaced['spec']['port'] = 81
api.replace_namespaced_custom_object(*kind, 'python-1', replaced)
api.delete_namespaced_custom_object(*kind, 'python-2')
events = []
for event in watch.Watch().stream(api.list_namespaced_custom_object, *kind, resource_version=since,
                                  timeout_seconds=10):
    events.append([event['type'], event['object']['metadata']['name'], event['object']['spec']['port']])
    if len(events) == 3:
        break
saw['events'] = events

status = {'status': {'replicas': 3, 'selector': 'a=b'}, 'spec': {'port': 'not-this'}}
patched = api.patch_namespaced_custom_object_status(*kind, 'python-3', status)
saw['status'] = [patched['status']['replicas'], patched['spec']['port']]
scale = api.get_namespaced_custom_object_scale(*kind, 'python-3')
saw['scale'] = [scale['kind'], scale['spec']['replicas'], scale['status']['replicas'], scale['status']['selector']]
api.patch_namespaced_custom_object_scale(*kind, 'python-3', {'spec': {'replicas': 7}})
saw['scaled'] = api.get_namespaced_custom_object(*kind, 'python-3')['spec']['replicas']

refusals = []
for body in [{'spec': {'replicas': -1}}, {'spec': {'replicas': 'many'}}]:
    try:
        api.patch_namespaced_custom_object(*kind, 'python-3', body)
    except client.ApiException as refused:
        refusals.append([refused.status, json.loads(refused.body)['details']['causes'][0]['field']])
try:
    api.get_namespaced_custom_object(*kind, 'none')
except client.ApiException as refused:
    refusals.append([refused.status, json.loads(refused.body)['reason']])
saw['refused'] = refusals

api.delete_collection_namespaced_custom_object(*kind)
saw['left'] = len(api.list_cluster_custom_object('monitoring.example.com', 'v1', 'monitors')['items'])

definitions = client.ApiextensionsV1Api()
read = definitions.read_custom_resource_definition('monitors.monitoring.example.com')
saw['definition'] = [read.spec.names.kind, [each.type for each in read.status.conditions],
                     read.spec.versions[0].schema.open_apiv3_schema.properties['spec'].type]

print(json.dumps(saw))
