import { isLicenseAllowed, lockedPackages } from './license-page.ts';

const nothingInstalled = () => null;

describe('the packages of the lock file', () => {
  it('are those of production, each version once, by name', () => {
    const lock = {
      '': {},
      'services/gateway': {},
      'node_modules/@clearwatch/gateway': { link: true },
      'node_modules/zod': { version: '1.0.0', license: 'MIT' },
      'node_modules/pg': { version: '8.0.0', license: 'MIT' },
      'node_modules/zod/node_modules/pg': { version: '7.0.0', license: 'ISC' },
      'node_modules/jest': { version: '30.0.0', license: 'MIT', dev: true },
      'node_modules/maybe': { version: '1.0.0', license: 'MIT', devOptional: true },
    };
    expect(lockedPackages(lock, nothingInstalled)).toEqual([
      { name: 'pg', version: '7.0.0', licence: 'ISC' },
      { name: 'pg', version: '8.0.0', licence: 'MIT' },
      { name: 'zod', version: '1.0.0', licence: 'MIT' },
    ]);
  });

  it('are one for all platforms, with the licence that one of them names', () => {
    const lock = {
      'node_modules/@img/sharp-linux-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'] },
      'node_modules/@img/sharp-darwin-arm64': { version: '1.0.0', license: 'Apache-2.0', os: ['darwin'] },
    };
    expect(lockedPackages(lock, nothingInstalled)).toEqual([
      { name: '@img/sharp (compiled)', version: '1.0.0', licence: 'Apache-2.0' },
    ]);
  });

  it.each([
    [{ license: 'MIT' }, 'MIT'],
    [{ license: { type: 'MIT' } }, 'MIT'],
    [{ licenses: [{ type: 'ISC', url: 'x' }] }, 'ISC'],
    [{}, null],
    [null, null],
  ])('have the licence their manifest says when the lock says none: %j', (manifest, licence) => {
    const [found] = lockedPackages({ 'node_modules/old': { version: '0.1.0' } }, () => manifest);
    expect(found?.licence).toBe(licence);
  });
});

describe('a licence', () => {
  it.each(['MIT', 'Apache-2.0 AND MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'])(
    'may be %s',
    (licence) => {
      expect(isLicenseAllowed('any', licence)).toBe(true);
    },
  );

  it.each(['GPL-3.0-only', 'AGPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN x', 'UNLICENSED', null])(
    'may not be %s',
    (licence) => {
      expect(isLicenseAllowed('any', licence)).toBe(false);
    },
  );

  it('that was looked at is allowed for what was looked at alone', () => {
    expect(isLicenseAllowed('@img/sharp-libvips (compiled)', 'LGPL-3.0-or-later')).toBe(true);
    expect(isLicenseAllowed('another', 'LGPL-3.0-or-later')).toBe(false);
  });
});
