import { KnownDevices } from './known-devices.ts';

const KEY = '4'.repeat(64);
const policy = { name: 'clearwatch', secure: false };
const DAY_MS = 86_400_000;

function cookieAfter(devices: KnownDevices, username: string, cookie = ''): string {
  let set = '';
  const response = {
    cookie: (name: string, value: string) => {
      set = `${name}=${value}`;
      return response;
    },
  } as unknown as Parameters<KnownDevices['remember']>[1];
  devices.remember({ headers: { cookie } }, response, username);
  return set;
}

describe('known devices', () => {
  const devices = new KnownDevices({ SESSION_KEYS: KEY }, policy);
  const isKnown = (cookie: string, username: string, now?: number) =>
    devices.isKnown({ headers: { cookie } }, username, now);

  it('a device is known for the user who signed in on it, however the name is typed, and for no one else', () => {
    const cookie = cookieAfter(devices, 'Lena');
    expect(isKnown(cookie, ' lena ')).toBe(true);
    expect(isKnown(cookie, 'lea')).toBe(false);
    expect(isKnown('', 'lena')).toBe(false);
  });

  it('the last five users of a shared device stay known', () => {
    let cookie = '';
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) cookie = cookieAfter(devices, name, cookie);
    expect(['a', 'b', 'c', 'd', 'e', 'f'].filter((name) => isKnown(cookie, name))).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  it('a device is known for 180 days', () => {
    const cookie = cookieAfter(devices, 'lena');
    expect(isKnown(cookie, 'lena', Date.now() + 179 * DAY_MS)).toBe(true);
    expect(isKnown(cookie, 'lena', Date.now() + 181 * DAY_MS)).toBe(false);
  });

  it('a device stays known while the session key is rotated', () => {
    const cookie = cookieAfter(devices, 'lena');
    const known = (SESSION_KEYS: string) =>
      new KnownDevices({ SESSION_KEYS }, policy).isKnown({ headers: { cookie } }, 'lena');
    expect(known(`${'5'.repeat(64)},${KEY}`)).toBe(true);
    expect(known('5'.repeat(64))).toBe(false);
  });

  it.each([
    ['another time', (token: string) => token.replace(/=\w/, '=0')],
    ['another signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['no signature', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['nothing', () => 'clearwatch-device='],
    ['text', () => 'clearwatch-device=~~..x.y~'],
  ])('a device cookie with %s is not accepted', (_what, forge) => {
    expect(isKnown(forge(cookieAfter(devices, 'lena')), 'lena')).toBe(false);
  });
});
