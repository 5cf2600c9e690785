import type { Actor } from '../identity/actor.ts';
import { sanitizeText, toAuditRow } from './audit-outbox.ts';

const PAULA: Actor = {
  userId: 7,
  username: 'paula',
  role: 'Admin',
  requestId: 'a-request',
  address: '192.0.2.1',
};

describe('audit events', () => {
  it('an audit event for the outbox contains actor, action, subject, time and address', () => {
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

  it('an audit event has a new id each time, even with the same content', () => {
    const entry = { action: 'session.signed_in', subject: { type: 'user', id: 7 } } as const;
    expect(toAuditRow(PAULA, entry).id).not.toBe(toAuditRow(PAULA, entry).id);
  });

  it('an audit event omits undefined values, because the hashed text must equal the stored one', () => {
    const detail = { kept: null, gone: undefined as unknown as null };
    const { detail: kept } = toAuditRow(PAULA, {
      action: 'user.created',
      subject: { type: 'user', id: 1 },
      detail,
    });
    expect(Object.keys(kept)).toEqual(['kept']);
  });

  it('an audit event sanitizes every field that can contain untrusted text', () => {
    const evil = 'x\0\r\n\u202E\u{1b}[2J';
    const row = toAuditRow(
      { ...PAULA, username: evil, address: evil },
      { action: 'access.denied', subject: { type: 'route', id: evil, label: evil }, detail: { note: evil } },
    );
    expect(JSON.stringify(row)).not.toMatch(/\\u0000|\\r|\\n|\u202E|\\u001b/);
  });
});

describe('audit text', () => {
  it.each([
    ['Zoë 😀', 'Zoë 😀'],
    ['a\nb', 'a\u{FFFD}b'],
    ['\u2066a\u2069', '\u{FFFD}a\u{FFFD}'],
    ['\uD800', '\u{FFFD}'],
    ['', ''],
  ])('the text %j is sanitized to %j before it is audited', (given, expected) => {
    expect(sanitizeText(given)).toBe(expected);
  });

  it('audited text is cut at 500 characters without splitting a character', () => {
    const text = sanitizeText(`${'a'.repeat(499)}😀😀`);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.isWellFormed()).toBe(true);
  });
});
