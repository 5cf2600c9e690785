import { createHmac } from 'node:crypto';
import { ChainKeys } from '@clearwatch/service-kit/audit/chain-keys';
import { type ChainedEvent, canonicalHead, canonicalSeal, canonicalText, GENESIS } from './audit-chain.ts';

const KEY = '0b'.repeat(32);
const EVENT: ChainedEvent = {
  seq: 7,
  id: '0b54f1e8-9df5-4c43-a6d4-0f6e5ad4c8d0',
  at: '2026-11-20T09:14:33.123Z',
  recordedAt: '2026-11-20T09:14:33.456Z',
  actorId: 12,
  actorName: 'paula',
  actorRole: 'Admin',
  address: '192.0.2.1',
  requestId: 'a-request',
  action: 'user.role_changed',
  subjectType: 'user',
  subjectId: '13',
  subjectLabel: 'Zoë',
  detail: { to: 'Admin', from: 'User', forced: false, count: 2, none: null },
  previousHash: GENESIS,
  keyId: 'abcd1234',
};

/** These texts must never change, because all stored hashes depend on them. */
describe('canonical texts of the audit chain', () => {
  it('the canonical text of an audit event is the fixed text that hashes depend on', () => {
    expect(canonicalText(EVENT)).toBe(
      `["clearwatch audit event 1","abcd1234",7,"${GENESIS}","0b54f1e8-9df5-4c43-a6d4-0f6e5ad4c8d0",` +
        '"2026-11-20T09:14:33.123Z","2026-11-20T09:14:33.456Z",12,"paula","Admin","192.0.2.1","a-request",' +
        '"user.role_changed","user","13","Zoë",' +
        '[["count",2],["forced",false],["from","User"],["none",null],["to","Admin"]]]',
    );
  });

  it('the canonical text of an audit event ignores the order of the details', () => {
    const detail = Object.fromEntries(Object.entries(EVENT.detail).toReversed());
    expect(canonicalText({ ...EVENT, detail })).toBe(canonicalText(EVENT));
  });

  it('the canonical text of an audit event distinguishes null from empty text and a number from its text', () => {
    const texts = [
      EVENT,
      { ...EVENT, address: null },
      { ...EVENT, address: '' },
      { ...EVENT, detail: { ...EVENT.detail, count: '2' } },
    ].map(canonicalText);
    expect(new Set(texts).size).toBe(4);
  });

  it('the canonical texts of the audit head and a seal are fixed', () => {
    const { seq, recordedAt, keyId } = EVENT;
    expect(canonicalHead({ seq, hash: 'aa', recordedAt, keyId })).toBe(
      '["clearwatch audit head 1","abcd1234",7,"aa","2026-11-20T09:14:33.456Z"]',
    );
    expect(
      canonicalSeal({
        month: '2026-10-01',
        firstSeq: 1,
        lastSeq: 7,
        previousHash: GENESIS,
        lastHash: 'aa',
        sealedAt: recordedAt,
        previousSeal: 'bb',
        keyId,
      }),
    ).toBe(`["clearwatch audit seal 1","abcd1234","2026-10-01",1,7,"${GENESIS}","aa","2026-11-20T09:14:33.456Z","bb"]`);
  });
});

describe('audit keys', () => {
  const keys = new ChainKeys(`${KEY},${'0c'.repeat(32)}`);

  it('an audit hash is an HMAC-SHA-256 with the first key', () => {
    expect(keys.mac('Hi There')).toBe(createHmac('sha256', Buffer.from(KEY, 'hex')).update('Hi There').digest('hex'));
    expect(keys.isRight(keys.currentId, 'Hi There', keys.mac('Hi There'))).toBe(true);
  });

  it('audit hashes of every listed key are verified', () => {
    const old = new ChainKeys('0c'.repeat(32));
    expect(keys.isRight(old.currentId, 'text', old.mac('text'))).toBe(true);
    expect(keys.isRight(keys.currentId, 'text', old.mac('text'))).toBe(false);
  });

  it.each(['', 'aa', 'not hex at all', 'é'])('%j is rejected as an audit hash', (mac) => {
    expect(keys.isRight(keys.currentId, 'text', mac)).toBe(false);
  });

  it('verifying an audit hash of an unlisted key returns null', () => {
    expect(keys.isRight('00000000', 'text', keys.mac('text'))).toBeNull();
  });
});
