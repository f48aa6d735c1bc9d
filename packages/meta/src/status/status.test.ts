import { describe, expect, it } from '@jest/globals';
import {
  alreadyExists,
  applyConflict,
  conflict,
  forbidden,
  generatedNameExists,
  invalid,
  notFound,
  serverTimeout,
  verbNotSupported,
} from './of-objects.ts';
import {
  badRequest,
  expired,
  gone,
  internalError,
  listVersionExpired,
  methodNotAllowed,
  notAcceptable,
  pathNotFound,
  requestEntityTooLarge,
  resourceVersionTooLarge,
  serviceUnavailable,
  timeout,
  tooManyRequests,
  unauthorized,
  unprocessable,
  unsupportedMediaType,
} from './of-requests.ts';
import { success, unexplained, type Status } from './status.ts';

const jobs = { group: 'batch', resource: 'jobs' };
const configmaps = { group: '', resource: 'configmaps' };
const start = '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",';

describe('the Status of a failure', () => {
  it.each<[string, Status]>([
    [
      '"message":"jobs.batch \\"a\\" not found","reason":"NotFound","details":{"name":"a","group":"batch","kind":"jobs"},"code":404}',
      notFound(jobs, 'a'),
    ],
    [
      '"message":"configmaps \\"a\\" not found","reason":"NotFound","details":{"name":"a","kind":"configmaps"},"code":404}',
      notFound(configmaps, 'a'),
    ],
    [
      '"message":"configmaps \\"a\\" already exists","reason":"AlreadyExists","details":{"name":"a","kind":"configmaps"},"code":409}',
      alreadyExists(configmaps, 'a'),
    ],
    [
      '"message":"Operation cannot be fulfilled on configmaps \\"a\\": the object has been modified; please apply your changes to the latest version and try again","reason":"Conflict","details":{"name":"a","kind":"configmaps"},"code":409}',
      conflict(configmaps, 'a'),
    ],
    [
      '"message":"Apply failed with 1 conflict: conflict with \\"first\\": .data.k","reason":"Conflict","details":{"causes":[{"reason":"FieldManagerConflict","message":"conflict with \\"first\\"","field":".data.k"}]},"code":409}',
      applyConflict('Apply failed with 1 conflict: conflict with "first": .data.k', [
        { reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.k' },
      ]),
    ],
    [
      '"message":"configmaps \\"x\\" is forbidden: no","reason":"Forbidden","details":{"name":"x","kind":"configmaps"},"code":403}',
      forbidden(configmaps, 'x', 'no'),
    ],
    [
      '"message":"configmaps is forbidden: no","reason":"Forbidden","details":{"kind":"configmaps"},"code":403}',
      forbidden(configmaps, '', 'no'),
    ],
    [
      '"message":"forbidden: no","reason":"Forbidden","details":{},"code":403}',
      forbidden({ group: '', resource: '' }, '', 'no'),
    ],
    ['"message":"Unauthorized","reason":"Unauthorized","code":401}', unauthorized()],
    [
      '"message":"the server could not find the requested resource","reason":"NotFound","details":{},"code":404}',
      pathNotFound(),
    ],
    [
      '"message":"the server does not allow this method on the requested resource","reason":"MethodNotAllowed","details":{},"code":405}',
      methodNotAllowed(),
    ],
    [
      '"message":"only the following media types are accepted: application/json, application/yaml","reason":"NotAcceptable","code":406}',
      notAcceptable(['application/json', 'application/yaml']),
    ],
    [
      '"message":"the body of the request was in an unknown format - accepted media types include: application/json","reason":"UnsupportedMediaType","code":415}',
      unsupportedMediaType(['application/json']),
    ],
    [
      '"message":"Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001","reason":"RequestEntityTooLarge","code":413}',
      requestEntityTooLarge('The allowed maximum operations in a JSON patch is 10000, got 10001'),
    ],
    [
      '"message":"the server rejected our request due to an error in our request","reason":"Invalid","details":{},"code":422}',
      unprocessable(),
    ],
    [
      '"message":"Timeout: Too large resource version: 9, current: 5","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge","message":"Too large resource version"}],"retryAfterSeconds":1},"code":504}',
      resourceVersionTooLarge('9', '5'),
    ],
    [
      '"message":"The resourceVersion for the provided list is too old.","reason":"Expired","code":410}',
      expired(listVersionExpired),
    ],
    [
      '"message":"Internal error occurred: oops","reason":"InternalError","details":{"causes":[{"message":"oops"}]},"code":500}',
      internalError('oops'),
    ],
    [
      '"message":"resourceVersion should not be set on objects to be created","code":500}',
      unexplained('resourceVersion should not be set on objects to be created'),
    ],
    ['"message":"no","reason":"BadRequest","code":400}', badRequest('no')],
    ['"message":"too old","reason":"Gone","code":410}', gone('too old')],
    [
      '"message":"slow down","reason":"TooManyRequests","details":{"retryAfterSeconds":1},"code":429}',
      tooManyRequests('slow down', 1),
    ],
    ['"message":"Timeout: late","reason":"Timeout","details":{},"code":504}', timeout('late')],
    ['"message":"later","reason":"ServiceUnavailable","code":503}', serviceUnavailable('later')],
    [
      '"message":"proxy is not supported on resources of kind \\"jobs.batch\\"","reason":"MethodNotAllowed","details":{"group":"batch","kind":"jobs"},"code":405}',
      verbNotSupported(jobs, 'proxy'),
    ],
  ])('is %s', (rest, status) => {
    expect(JSON.stringify(status)).toBe(start + rest);
  });

  it('says when to try again', () => {
    expect(generatedNameExists(configmaps, 'a-x').details).toMatchObject({ retryAfterSeconds: 1 });
    expect(serverTimeout(jobs, 'list', 2).details).toEqual({
      name: 'list',
      group: 'batch',
      kind: 'jobs',
      retryAfterSeconds: 2,
    });
  });

  it('lists all causes though the message says the same thing once', () => {
    const issue = {
      code: 'FieldValueDuplicate',
      path: 'spec.drivers[1].name',
      message: 'Duplicate value: "a"',
    } as const;
    expect(invalid({ group: 'storage.example.com', kind: 'CSINode' }, 'n', [issue, issue])).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'CSINode.storage.example.com "n" is invalid: spec.drivers[1].name: Duplicate value: "a"',
      reason: 'Invalid',
      details: {
        name: 'n',
        group: 'storage.example.com',
        kind: 'CSINode',
        causes: [
          { reason: 'FieldValueDuplicate', message: 'Duplicate value: "a"', field: 'spec.drivers[1].name' },
          { reason: 'FieldValueDuplicate', message: 'Duplicate value: "a"', field: 'spec.drivers[1].name' },
        ],
      },
      code: 422,
    });
  });

  it('hands out a token to go on with', () => {
    expect(expired('old', 'token').metadata).toEqual({ continue: 'token' });
  });
});

describe('a failure that would repeat megabytes', () => {
  const long = '"'.repeat(1_000_000);

  it.each([
    ['a message', badRequest(long)],
    ['a name', invalid({ group: '', kind: 'ConfigMap' }, long, [])],
    [
      'fields that others own',
      applyConflict(
        'conflicts',
        Array.from({ length: 40_000 }, (_, index) => ({ message: 'conflict with "a"', field: `.data.k${index}` })),
      ),
    ],
  ])('tells the beginning: %s', (_, status) => {
    expect(status.message).not.toBe('');
    expect(JSON.stringify(status).length).toBeLessThan(512 * 1024);
  });

  it('keeps the first causes, whole', () => {
    const causes = Array.from({ length: 40_000 }, (_, index) => ({ message: 'conflict', field: `.data.k${index}` }));
    expect(applyConflict('conflicts', causes).details?.causes?.[0]).toEqual(causes[0]);
  });
});

describe('the Status of a delete', () => {
  it('says what is gone', () => {
    expect(JSON.stringify(success({ name: 'a', kind: 'secrets', uid: 'u' }))).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"a","kind":"secrets","uid":"u"}}',
    );
  });
});
