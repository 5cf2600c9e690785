import { actionLabel, auditDetailSummary, auditDetailTerms, subjectLabelOf } from './audit-labels.ts';

describe('audit event labels', () => {
  it('an audit event shows the label of its action, or the action’s name when it is unknown', () => {
    expect(actionLabel('session.signed_in')).toBe('Signed in');
    expect(actionLabel('policy.changed')).toBe('policy.changed');
    expect(actionLabel('constructor')).toBe('constructor');
  });

  it('an audit event names its subject by label, number or name', () => {
    const subject = { subjectType: 'alert', subjectId: '17', subjectLabel: null };
    expect(subjectLabelOf(subject)).toBe('Alert #17');
    expect(subjectLabelOf({ ...subject, subjectType: 'user', subjectLabel: 'dana' })).toBe('User dana');
    expect(subjectLabelOf({ ...subject, subjectType: 'route', subjectId: 'GET api/users' })).toBe(
      'Request GET api/users',
    );
    expect(subjectLabelOf({ subjectType: 'audit', subjectId: null, subjectLabel: null })).toBe('Audit log');
  });

  it('an audit event lists its details as terms and values', () => {
    const lockedUntil = '2026-11-20T09:20:05.000Z';
    expect(
      auditDetailTerms({
        lockedUntil,
        forceReset: true,
        reason: 'wrong_code',
        rows: 13112,
        note: null,
        to: 'Admin',
      }),
    ).toEqual([
      { term: 'Locked until', value: 'Nov 20, 2026 09:20:05 UTC' },
      { term: 'Force reset', value: 'yes' },
      { term: 'Reason', value: 'wrong code' },
      { term: 'Rows', value: '13,112' },
      { term: 'Note', value: 'none' },
      { term: 'To', value: 'Admin' },
    ]);
  });

  it('the details of an audit event in a table list From before To and omit empty values', () => {
    expect(auditDetailSummary({ to: 'Admin', wasLockedUntil: null, from: 'User' })).toBe('From: User · To: Admin');
  });

  it('an audit event names the authenticator app', () => {
    expect(auditDetailSummary({ factor: 'totp' })).toBe('Factor: authenticator app');
  });

  it('an audit event shows whether a password change was required', () => {
    expect(auditDetailSummary({ wasDemanded: true })).toBe('Change was required: yes');
  });

  it('an audit event shortens a digest in a table', () => {
    expect(auditDetailSummary({ fileSize: 12, digest: 'ab'.repeat(32) })).toBe('File size: 12 · Digest: abababababab…');
  });
});
