import { describe, expect, it } from '@jest/globals';

import { createSlabs } from './slabs.ts';

describe('slabs', () => {
  it('give each value bytes that no other has', () => {
    const allocate = createSlabs();
    const sizes = Array.from({ length: 2_000 }, (_, index) => (index * 37) % 9_000);
    const buffers = sizes.map((bytes, index) => allocate(bytes).fill(index % 251));
    buffers.forEach((buffer, index) => {
      expect(buffer.length).toBe(sizes[index]);
      expect(buffer.every((byte) => byte === index % 251)).toBe(true);
    });
  });

  it('hold many small values in one piece of memory, and a large one in its own', () => {
    const allocate = createSlabs();
    expect(allocate(1_000).buffer).toBe(allocate(1_000).buffer);
    expect(allocate(100_000).buffer.byteLength).toBe(100_000);
  });
});
