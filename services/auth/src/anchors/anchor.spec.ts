import { type Anchor, formatAnchor, parseAnchor, syslogFrame } from './anchor.ts';

const ANCHOR: Anchor = { chain: 'audit', position: 12, hash: 'ab'.repeat(32), at: '2026-11-29T04:00:00.000Z' };

describe('anchors', () => {
  it('an anchor is read from its own line and from a line of a syslog file', () => {
    expect(parseAnchor(formatAnchor(ANCHOR))).toEqual(ANCHOR);
    expect(parseAnchor(`Nov 29 04:00:01 auth clearwatch[7]: ${formatAnchor(ANCHOR)}\r`)).toEqual(ANCHOR);
    const alerts: Anchor = { ...ANCHOR, chain: 'alerts' };
    expect(parseAnchor(formatAnchor(alerts))).toEqual(alerts);
  });

  it.each([
    '',
    'something else',
    formatAnchor(ANCHOR).slice(0, 60),
    formatAnchor(ANCHOR).replace('audit', 'members'),
    formatAnchor({ ...ANCHOR, position: 0 }),
    formatAnchor({ ...ANCHOR, hash: 'AB'.repeat(32) }),
  ])('a line without a complete anchor is not read as one: %j', (line) => {
    expect(parseAnchor(line)).toBeNull();
  });

  it('an anchor for syslog is one message of RFC 5424 with its length in front', () => {
    const frame = syslogFrame(ANCHOR, 'host ü\n1');
    const [length, ...message] = frame.split(' ');
    expect(Number(length)).toBe(Buffer.byteLength(message.join(' ')));
    expect(message.join(' ')).toBe(
      `<109>1 ${ANCHOR.at} host1 clearwatch ${process.pid} ANCHOR - ${formatAnchor(ANCHOR)}`,
    );
    expect(syslogFrame(ANCHOR, '')).toContain(' - clearwatch ');
  });
});
