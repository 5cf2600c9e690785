import { byteOrderMarkLength } from './byte-order-mark.ts';

describe('the beginning of a file', () => {
  test.each([
    ['nothing', [], 0],
    ['one byte', [0x5b], 0],
    ['one zero byte, of which nothing can be told', [0], 0],
    ['the mark of UTF-8', [0xef, 0xbb, 0xbf, 0x5b], 3],
    ['the mark of UTF-8 alone', [0xef, 0xbb, 0xbf], 3],
    ['a part of the mark of UTF-8', [0xef, 0xbb, 0x5b], 0],
    ['another part of it', [0xef, 0x5b, 0xbf], 0],
    ['the end of it', [0x5b, 0xbb, 0xbf], 0],
    ['bytes that only look like a mark of UTF-16', [0xff, 0xff, 0x41, 0x42], 0],
    ['others that do', [0xfe, 0xfe, 0x41, 0x42], 0],
    ['half a mark of UTF-16 before text', [0xff, 0x41, 0x42, 0x43], 0],
    ['the other half', [0x41, 0xff, 0x42, 0x43], 0],
    ['zero bytes alone', [0, 0, 0, 0], 0],
    ['text and then zero bytes', [0x41, 0x42, 0, 0], 0],
    ['zero bytes and no mark behind them', [0, 0, 0xff, 0x41], 0],
  ])('%s has a mark of its length', (_, bytes, length) => {
    expect(byteOrderMarkLength(Buffer.from(bytes))).toBe(length);
  });

  test.each([
    ['the mark of UTF-16, low byte first', [0xff, 0xfe, 0x5b, 0]],
    ['the mark of UTF-16, high byte first', [0xfe, 0xff, 0, 0x5b]],
    ['UTF-16 without a mark, low byte first', [0x5b, 0]],
    ['UTF-16 without a mark, high byte first', [0, 0x5b]],
    ['the mark of UTF-32, high byte first', [0, 0, 0xfe, 0xff]],
    ['the mark of UTF-32, low byte first', [0xff, 0xfe, 0, 0]],
  ])('%s is no encoding that can be read', (_, bytes) => {
    expect(() => byteOrderMarkLength(Buffer.from(bytes))).toThrow(/UTF-8/);
  });
});
