"""What a program with the Python client does: creates, lists in pages, watches, changes, deletes. Prints what it saw, as JSON."""
import json
import sys

from kubernetes import client, config, watch

config.load_kube_config(config_file=sys.argv[1])
api = client.CoreV1Api()
apps = client.AppsV1Api()
saw = {}

for number in range(7):
    api.create_namespaced_config_map('default', client.V1ConfigMap(
        metadata=client.V1ObjectMeta(name='python-%d' % number, labels={'parity': 'odd' if number % 2 else 'even'}),
        data={'number': str(number)}))

pages = []
token = None
while True:
    page = api.list_namespaced_config_map('default', label_selector='parity', limit=3, _continue=token)
    pages.append([item.metadata.name for item in page.items])
    token = page.metadata._continue
    if not token:
        break
saw['pages'] = pages
saw['odd'] = [item.metadata.name for item in api.list_namespaced_config_map('default', label_selector='parity=odd').items]

since = page.metadata.resource_version
api.patch_namespaced_config_map('python-0', 'default', {'data': {'number': 'zero'}})
api.delete_namespaced_config_map('python-1', 'default')
events = []
for event in watch.Watch().stream(api.list_namespaced_config_map, 'default', resource_version=since,
                                  label_selector='parity', timeout_seconds=10):
    events.append([event['type'], event['object'].metadata.name, (event['object'].data or {}).get('number')])
    if len(events) == 2:
        break
saw['events'] = events

container = client.V1Container(name='c', image='i', ports=[client.V1ContainerPort(container_port=80)])
template = client.V1PodTemplateSpec(metadata=client.V1ObjectMeta(labels={'a': 'b'}),
                                    spec=client.V1PodSpec(containers=[container]))
made = apps.create_namespaced_deployment('default', client.V1Deployment(
    metadata=client.V1ObjectMeta(name='python'),
    spec=client.V1DeploymentSpec(selector=client.V1LabelSelector(match_labels={'a': 'b'}), template=template)))
scale = apps.patch_namespaced_deployment_scale('python', 'default', {'spec': {'replicas': 3}})
saw['deployment'] = [made.spec.replicas, made.spec.template.spec.containers[0].ports[0].protocol, scale.spec.replicas]

try:
    api.read_namespaced_config_map('none', 'default')
except client.ApiException as refused:
    saw['refused'] = [refused.status, json.loads(refused.body)['reason']]

print(json.dumps(saw))
