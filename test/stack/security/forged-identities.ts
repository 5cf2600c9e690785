import { type BinaryLike, createHmac, type KeyObject } from 'node:crypto';
import { type IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';

type Claims = Record<string, unknown>;

const encoded = (part: Claims) => Buffer.from(JSON.stringify(part)).toString('base64url');
const inSeconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;

function signed(claims: Claims, key: BinaryLike | KeyObject, algorithm = 'HS256'): string {
  const text = `${encoded({ alg: algorithm })}.${encoded(claims)}`;
  const digest = algorithm === 'HS512' ? 'sha512' : 'sha256';
  return `${text}.${createHmac(digest, key).update(text).digest('base64url')}`;
}

/** Identities no service may take, each by what is wrong with it; undefined is a request without one. */
export function forgedIdentities(service: string, keys: IdentityKeys): Record<string, string | undefined> {
  const claims = {
    username: 'admin',
    role: 'Admin',
    rid: 'forged-request',
    sub: '1',
    aud: service,
    iat: inSeconds(0),
    exp: inSeconds(60),
  };
  const user = { userId: 1, username: 'admin', role: 'User', requestId: 'r', address: null } as const;
  const [header, , signature] = signIdentity(user, service, keys).split('.');
  return {
    'none at all': undefined,
    'an empty one': '',
    'an unsigned one': `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
    'one signed with another key': signed(claims, Buffer.alloc(32, 7)),
    'one signed with no key': signed(claims, Buffer.alloc(0)),
    'one signed in another way': signed(claims, keys.signing, 'HS512'),
    'one made for another service': signed({ ...claims, aud: 'another' }, keys.signing),
    'one made for nobody': signed({ ...claims, aud: undefined }, keys.signing),
    'one that has expired': signed({ ...claims, iat: inSeconds(-120), exp: inSeconds(-60) }, keys.signing),
    'one whose role was raised': `${header}.${encoded(claims)}.${signature}`,
    'one with a role nobody has': signed({ ...claims, role: 'Root' }, keys.signing),
    'one with an id that is none': signed({ ...claims, sub: '1 OR 1=1' }, keys.signing),
  };
}
