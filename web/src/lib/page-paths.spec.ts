import { memberKey } from '@clearwatch/domain/members/member-names';
import { companyFromPath, companyPath, memberNamesFromPath, memberPath, memberTitle } from './page-paths.ts';

const ODD_NAMES = [
  'Smith/Jones',
  'José María Núñez',
  "O'Brien",
  '100% Cotton',
  'A%2FB',
  'Bed & Bath #1?',
  '.NET Works',
  'Tab\\Back',
  'Łódź 東京 😀',
  'a.b.c',
  'plus+plus',
];
const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;

describe('company addresses', () => {
  it.each(ODD_NAMES)('a company address restores the name %s [spec 2.1.5]', (name) => {
    expect(companyFromPath(pathOf(companyPath(name)))).toBe(name);
  });

  it('a company address is never read as a hidden file or a folder', () => {
    expect(pathOf(companyPath('.NET Works'))).toBe('/companies/%2ENET%20Works');
    expect(pathOf(companyPath('Smith/Jones')).split('/')).toHaveLength(3);
  });

  it.each(['/companies', '/companies/', '/companies/a/b', '/companies/%', '/import/a'])(
    'a company address is not recognized in %s',
    (path) => {
      expect(companyFromPath(path)).toBeNull();
    },
  );
});

describe('member addresses', () => {
  it.each(ODD_NAMES)('a member address restores %s as first and last name [spec 2.1.4]', (name) => {
    const address = pathOf(memberPath({ id: 7, firstName: name, lastName: name }));
    expect(memberNamesFromPath(address)).toEqual({ firstName: name, lastName: name });
  });

  it.each(['.', '..'])('a member address keeps the name %s from being read as a folder', (dots) => {
    const address = pathOf(memberPath({ id: 7, firstName: 'Dana', lastName: dots }));
    expect(memberNamesFromPath(address)).toEqual({ firstName: 'Dana', lastName: `${dots} ` });
    expect(memberKey({ firstName: 'Dana', lastName: `${dots} ` })).toBe(
      memberKey({ firstName: 'Dana', lastName: dots }),
    );
  });

  it('a member address identifies one of several members with the same name', () => {
    expect(memberPath({ id: 7, firstName: 'Dana', lastName: 'Sample' })).toBe('/analysis/member/Dana/Sample?member=7');
  });

  it('a member address uses Unknown and Account for missing names, and the title omits them [spec 2.1.4, 2.9.4]', () => {
    const address = pathOf(memberPath({ id: 7, firstName: ' ', lastName: '' }));
    expect(address).toBe('/analysis/member/Unknown/Account');
    expect(memberTitle(address)).toBeNull();
    expect(memberTitle('/analysis/member/Unknown/Sample')).toBe('Sample');
    expect(memberTitle('/analysis/member/Dana/Sample')).toBe('Dana Sample');
  });
});
