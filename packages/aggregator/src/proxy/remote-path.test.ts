import { describe, expect, it } from '@jest/globals';

import { printRemotePath } from './remote-path.ts';

const prefix = '/apis/g.example.com/v1';

describe('the path of a proxied request', () => {
  it.each([
    ['/things/a%20b', '/things/a%20b'],
    ['/things/a%2Fb', '/things/a/b'],
    ['/things/%c3%bc', '/things/%C3%BC'],
    ['/things/\xc3\xbc', '/things/%C3%BC'],
    ["/a!b*c'(d)", '/a%21b%2Ac%27%28d%29'],
    ['/a~b;c=d,e:f@g&h+i$j', '/a~b;c=d,e:f@g&h+i$j'],
    ['/things/', '/things/'],
    ['/a%3Fb', '/a%3Fb'],
  ])('is decoded and printed anew: %s', (sent, received) => {
    expect(printRemotePath(prefix + sent).target).toBe(prefix + received);
  });

  it.each([
    ['//things', '/things'],
    ['/things/./a', '/things/a'],
    ['/things/../a', '/a'],
    ['/things/', '/things/'],
  ])('is told without empty and dotted segments, though sent with them: %s', (sent, told) => {
    expect(printRemotePath(prefix + sent)).toEqual({ target: prefix + sent, forwardedUri: prefix + told });
  });
});

describe('the query of a proxied request', () => {
  it.each([
    ['limit=5&labelSelector=a%3Db%2Cc&x=%20y+z&empty=&flag', 'empty=&flag=&labelSelector=a%3Db%2Cc&limit=5&x=+y+z'],
    ['b=2&a=1&b=1', 'a=1&b=2&b=1'],
    ['a=%zz&b=1', 'b=1'],
    ['a=1;b=2&c=3', 'c=3'],
    ['x=a!*()b', 'x=a%21%2A%28%29b'],
    ['&&', ''],
  ])('is sorted by name, and is without what cannot be decoded: %s', (sent, received) => {
    expect(printRemotePath(`${prefix}?${sent}`).target).toBe(received === '' ? prefix : `${prefix}?${received}`);
  });
});
