"""A client that reads with decoders of others: json, PyYAML and google.protobuf, over Python's own http.client.

    read-encodings.py URL TOKEN AUTHORITY SAMPLES

SAMPLES is JSON: a list of {collection, manifest}. Each object is created, read in every encoding, changed and deleted;
then the watches since before are read in every encoding. Prints what it read, as JSON.

With KEELSON_FACTS, the messages are described by the fields.json of that folder, so that whole objects are compared;
without it, by the few fields that are written down here.
"""
import base64
import concurrent.futures
import datetime
import http.client
import json
import os
import ssl
import struct
import sys
import time
import urllib.parse

import yaml
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

META = 'k8s.io.apimachinery.pkg.apis.meta.v1.'
RUNTIME = 'k8s.io.apimachinery.pkg.runtime.'
PROTOBUF = 'application/vnd.kubernetes.protobuf'
SCALARS = {'string': 9, 'int32': 5, 'int64': 3, 'bool': 8, 'bytes': 12, 'double': 1}


def field(number, name, type_, repeated=False, map_=None):
    return {'number': number, 'name': name, 'json': name, 'type': type_, 'repeated': repeated, 'map': map_}


# For objects of any kind: all have their metadata in field 1, and lists their items in field 2.
FEW = {
    RUNTIME + 'TypeMeta': [field(1, 'apiVersion', 'string'), field(2, 'kind', 'string')],
    RUNTIME + 'Unknown': [field(1, 'typeMeta', RUNTIME + 'TypeMeta'), field(2, 'raw', 'bytes')],
    RUNTIME + 'RawExtension': [field(1, 'raw', 'bytes')],
    META + 'WatchEvent': [field(1, 'type', 'string'), field(2, 'object', RUNTIME + 'RawExtension')],
    META + 'ListMeta': [field(2, 'resourceVersion', 'string')],
    META + 'ObjectMeta': [
        field(1, 'name', 'string'), field(3, 'namespace', 'string'), field(5, 'uid', 'string'),
        field(6, 'resourceVersion', 'string'),
        field(11, 'labels', 'map', map_={'key': 'string', 'value': 'string'}),
    ],
    'any.Object': [field(1, 'metadata', META + 'ObjectMeta')],
    'any.List': [field(1, 'metadata', META + 'ListMeta'), field(2, 'items', 'any.Object', repeated=True)],
}


class Schema:
    """Messages that are described at run time, and what was read with them as JSON has it."""

    def __init__(self, facts):
        self.is_whole = facts is not None
        self.messages = FEW if facts is None else {name: message['fields'] for name, message in facts.items()}
        file = descriptor_pb2.FileDescriptorProto(name='all.proto', package='all', syntax='proto2')
        for name, fields in self.messages.items():
            self.describe(file.message_type.add(name=mangle(name)), fields)
        pool = descriptor_pool.DescriptorPool()
        pool.Add(file)
        factory = message_factory.MessageFactory(pool)
        self.classes = {
            name: factory.GetPrototype(pool.FindMessageTypeByName('all.' + mangle(name))) for name in self.messages}
        self.names = {cls.DESCRIPTOR.full_name: name for name, cls in self.classes.items()}

    def describe(self, message, fields):
        for each in fields:
            made = message.field.add(name='f%d' % each['number'], number=each['number'])
            made.label = 3 if each['repeated'] or each.get('map') else 1
            if each.get('map'):
                entry = message.nested_type.add(name='F%dEntry' % each['number'])
                entry.options.map_entry = True
                for number, name in ((1, 'key'), (2, 'value')):
                    part = entry.field.add(name=name, number=number, label=1)
                    set_type(part, each['map'][name])
                made.type = 11
                made.type_name = '.all.%s.%s' % (message.name, entry.name)
            else:
                set_type(made, each['type'])

    def parse(self, name, raw):
        message = self.classes[name]()
        if message.ParseFromString(raw) != len(raw):
            raise ValueError('not all of it is a %s' % name)
        return message

    def open(self, raw):
        """What is in an envelope: its type, and its bytes as the message that the type names."""
        if raw[:4] != b'k8s\0':
            raise ValueError('there is no envelope: %r' % raw[:8])
        unknown = self.parse(RUNTIME + 'Unknown', raw[4:])
        api_version, kind = unknown.f1.f1, unknown.f1.f2
        if self.is_whole:
            group, version = ([''] + api_version.split('/'))[-2:]
            part = 'core' if group == '' else group.split('.')[0]
            own = 'k8s.io.api.%s.%s.%s' % (part, version, kind)
            name = own if own in self.messages else META + kind
        else:
            name = 'any.List' if kind.endswith('List') else 'any.Object'
        return dict(self.to_json(self.parse(name, unknown.f2)), apiVersion=api_version, kind=kind)

    def to_json(self, message):
        name = self.names[message.DESCRIPTOR.full_name]
        special = SPECIAL.get(name.split('.')[-1])
        if special is not None and name not in FEW:
            return special(message)
        result = {}
        for each in self.messages[name]:
            attribute = 'f%d' % each['number']
            value = getattr(message, attribute)
            if each.get('map'):
                result[each['json']] = {key: self.value(value[key]) for key in value}
            elif each['repeated']:
                result[each['json']] = [self.value(item) for item in value]
            elif message.HasField(attribute):
                if each.get('inline'):
                    result.update(self.value(value))
                else:
                    result[each['json']] = self.value(value)
        return result

    def value(self, value):
        if isinstance(value, bytes):
            return base64.b64encode(value).decode()
        return self.to_json(value) if hasattr(value, 'DESCRIPTOR') else value


def time_text(message):
    if not message.HasField('f1'):
        return None
    return datetime.datetime.fromtimestamp(message.f1, datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%SZ')


SPECIAL = {
    'Time': time_text,
    'IntOrString': lambda message: message.f3 if message.f1 == 1 else message.f2,
    'Quantity': lambda message: message.f1,
    'FieldsV1': lambda message: json.loads(message.f1),
}


def mangle(name):
    return name.replace('.', '_').replace('-', '_')


def set_type(made, type_):
    if type_ in SCALARS:
        made.type = SCALARS[type_]
    else:
        made.type = 11
        made.type_name = '.all.' + mangle(type_)


def prune(value):
    """Without what is empty, which the encodings leave out in different ways."""
    if isinstance(value, dict):
        pruned = {key: prune(item) for key, item in value.items()}
        return {key: item for key, item in pruned.items() if item not in ('', 0, None, [], {})}
    return [prune(item) for item in value] if isinstance(value, list) else value


class Client:
    def __init__(self, url, token, authority):
        self.address = urllib.parse.urlsplit(url)
        self.token = token
        self.context = ssl.create_default_context(cafile=authority)

    def ask(self, path, accept='application/json', method='GET', body=None, content_type='application/json'):
        connection = http.client.HTTPSConnection(self.address.hostname, self.address.port, context=self.context)
        headers = {'Authorization': 'Bearer ' + self.token, 'Accept': accept, 'Content-Type': content_type}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        raw = answer.read()
        connection.close()
        if answer.status >= 300:
            raise ValueError('%s %s as %s: %d %r' % (method, path, accept, answer.status, raw))
        return answer.headers['Content-Type'], raw


def frames(raw):
    at = 0
    while at < len(raw):
        (length,) = struct.unpack('>I', raw[at:at + 4])
        if at + 4 + length > len(raw):
            raise ValueError('the last frame is cut off')
        yield raw[at + 4:at + 4 + length]
        at += 4 + length


class Reader:
    """Each answer as the decoder of its encoding reads it."""

    def __init__(self, client, schema):
        self.client = client
        self.schema = schema

    def read(self, path, accept):
        content_type, raw = self.client.ask(path, accept)
        media_type = accept.split(';')[0]
        if content_type != media_type:
            raise ValueError('%s instead of %s' % (content_type, accept))
        decode = {'application/json': json.loads, 'application/yaml': yaml.safe_load, PROTOBUF: self.schema.open}
        return prune(decode[media_type](raw))

    def watch(self, path, accept):
        content_type, raw = self.client.ask(path, accept)
        if accept.startswith(PROTOBUF):
            if content_type != PROTOBUF + ';stream=watch':
                raise ValueError('%s instead of a stream of %s' % (content_type, accept))
            events = [self.schema.parse(META + 'WatchEvent', frame) for frame in frames(raw)]
            return [[event.f1, prune(self.schema.open(event.f2.f1))] for event in events]
        if content_type != 'application/json':
            raise ValueError('%s instead of %s' % (content_type, accept))
        events = [json.loads(line) for line in raw.splitlines()]
        return [[event['type'], prune(event['object'])] for event in events]


def viewed(accept, view):
    return '%s;as=%s;g=meta.k8s.io;v=v1' % (accept, view)


TEXTS = ('application/json', 'application/yaml')
ALL = TEXTS + (PROTOBUF,)
STREAMS = ('application/json', PROTOBUF)


def wait_until_told(client, path, kind):
    """The server writes the status of a FlowSchema by itself, soon after it was made."""
    while kind == 'FlowSchema' and not json.loads(client.ask(path)[1]).get('status', {}).get('conditions'):
        time.sleep(0.01)


def read_sample(reader, collection, manifest):
    client = reader.client
    name = manifest['metadata']['name']
    since = json.loads(client.ask(collection)[1])['metadata']['resourceVersion']
    client.ask(collection, method='POST', body=manifest)
    path = collection + '/' + name
    wait_until_told(client, path, manifest['kind'])
    saw = {
        'get': [reader.read(path, accept) for accept in ALL],
        'list': [reader.read(collection, accept) for accept in ALL],
        'table': [reader.read(collection, viewed(accept, 'Table')) for accept in TEXTS],
        'metadata': [reader.read(path, viewed(accept, 'PartialObjectMetadata')) for accept in ALL],
        'metadataList': [reader.read(collection, viewed(accept, 'PartialObjectMetadataList')) for accept in ALL],
    }
    change = {'metadata': {'labels': {'changed': 'yes'}}}
    client.ask(path, method='PATCH', body=change, content_type='application/merge-patch+json')
    client.ask(path + '?propagationPolicy=Background', method='DELETE')
    watch = '%s?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&resourceVersion=%s' % (collection, since)
    accepts = [*STREAMS, *(viewed(accept, 'PartialObjectMetadata') for accept in STREAMS), viewed(TEXTS[0], 'Table')]
    # Each of them waits for its end.
    with concurrent.futures.ThreadPoolExecutor(len(accepts)) as pool:
        events = list(pool.map(lambda accept: reader.watch(watch, accept), accepts))
    return dict(saw, watch=events[:2], watchMetadata=events[2:4], watchTable=events[4:])


def main():
    url, token, authority, samples = sys.argv[1:]
    folder = os.environ.get('KEELSON_FACTS')
    facts = None
    if folder:
        with open(os.path.join(folder, 'fields.json')) as file:
            facts = json.load(file)
    schema = Schema(facts)
    reader = Reader(Client(url, token, authority), schema)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        saw = list(pool.map(lambda sample: read_sample(reader, **sample), json.loads(samples)))
    print(json.dumps({'isWhole': schema.is_whole, 'saw': saw}))


main()
