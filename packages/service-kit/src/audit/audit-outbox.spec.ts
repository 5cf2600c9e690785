import type { Actor } from '../identity/actor.ts';
import { sanitizeText, toAuditRow } from './audit-outbox.ts';

const PAULA: Actor = {
  userId: 7,
  username: 'paula',
  role: 'Admin',
  requestId: 'a-request',
  address: '192.0.2.1',
};

describe('an audit event on its way', () => {
  it('says who, what, to what, when and from where', () => {
    const at = new Date('2026-11-20T09:14:33.123Z');
    expect(
      toAuditRow(
        PAULA,
        {
          action: 'user.created',
          subject: { type: 'user', id: 12, label: 'anna' },
          detail: { role: 'User' },
        },
        at,
      ),
    ).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: '2026-11-20T09:14:33.123Z',
      actorId: 7,
      actorName: 'paula',
      actorRole: 'Admin',
      address: '192.0.2.1',
      requestId: 'a-request',
      action: 'user.created',
      subjectType: 'user',
      subjectId: '12',
      subjectLabel: 'anna',
      detail: { role: 'User' },
    });
  });

  it('is another each time, though it says the same', () => {
    const entry = { action: 'session.signed_in', subject: { type: 'user', id: 7 } } as const;
    expect(toAuditRow(PAULA, entry).id).not.toBe(toAuditRow(PAULA, entry).id);
  });

  it('leaves out what is undefined: what is hashed must be what is stored', () => {
    const detail = { kept: null, gone: undefined as unknown as null };
    const { detail: kept } = toAuditRow(PAULA, {
      action: 'user.created',
      subject: { type: 'user', id: 1 },
      detail,
    });
    expect(Object.keys(kept)).toEqual(['kept']);
  });

  it('is made harmless wherever text from outside may stand', () => {
    const evil = 'x\0\r\n\u202E\u{1b}[2J';
    const row = toAuditRow(
      { ...PAULA, username: evil, address: evil },
      { action: 'access.denied', subject: { type: 'route', id: evil, label: evil }, detail: { note: evil } },
    );
    expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\r|\\n|\u202E|\\u001b/);
  });
});

describe('plain text', () => {
  it.each([
    ['Zoë 😀', 'Zoë 😀'],
    ['a\nb', 'a\u{FFFD}b'],
    ['\u2066a\u2069', '\u{FFFD}a\u{FFFD}'],
    ['\uD800', '\u{FFFD}'],
    ['', ''],
  ])('makes of %j %j', (given, expected) => {
    expect(sanitizeText(given)).toBe(expected);
  });

  it('is cut at 500 characters, never through the middle of one', () => {
    const text = sanitizeText(`${'a'.repeat(499)}😀😀`);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.isWellFormed()).toBe(true);
  });
});
