/** Bytes that mean something in JSON; all are ASCII and never part of a longer UTF-8 character. */
export const BYTE = {
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** 1 for the bytes at which the text inside quotes stops being plain: the quote, the backslash, control characters. */
export const ENDS_PLAIN_TEXT = table(
  (byte) => byte === BYTE.quote || byte === BYTE.backslash || byte < BYTE.space,
);

/** 1 for the bytes of which a number is made. */
export const BELONGS_TO_NUMBER = table((byte) => '0123456789+-.eE'.includes(String.fromCharCode(byte)));

/** 1 for the bytes that end a value without brackets or quotes. */
export const ENDS_SCALAR = table((byte) => ',]}: \t\r\n'.includes(String.fromCharCode(byte)));

/** 1 for the bytes with which a value can begin. */
export const BEGINS_VALUE = table((byte) => '{["-0123456789tfn'.includes(String.fromCharCode(byte)));

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}
