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

describe('the address of a company', () => {
  it.each(ODD_NAMES)('brings %s back [spec 2.1.5]', (name) => {
    expect(companyFromPath(pathOf(companyPath(name)))).toBe(name);
  });

  it('is never taken for a hidden file or a folder', () => {
    expect(pathOf(companyPath('.NET Works'))).toBe('/companies/%2ENET%20Works');
    expect(pathOf(companyPath('Smith/Jones')).split('/')).toHaveLength(3);
  });

  it.each(['/companies', '/companies/', '/companies/a/b', '/companies/%', '/import/a'])(
    'is not %s',
    (path) => {
      expect(companyFromPath(path)).toBeNull();
    },
  );
});

describe('the address of a member', () => {
  it.each(ODD_NAMES)('brings %s back as first and as last name [spec 2.1.4]', (name) => {
    const address = pathOf(memberPath({ id: 7, firstName: name, lastName: name }));
    expect(memberNamesFromPath(address)).toEqual({ firstName: name, lastName: name });
  });

  it.each(['.', '..'])('keeps a name that is only %s from being taken for a folder', (dots) => {
    const address = pathOf(memberPath({ id: 7, firstName: 'Dana', lastName: dots }));
    expect(memberNamesFromPath(address)).toEqual({ firstName: 'Dana', lastName: `${dots} ` });
    expect(memberKey({ firstName: 'Dana', lastName: `${dots} ` })).toBe(
      memberKey({ firstName: 'Dana', lastName: dots }),
    );
  });

  it('says which of several of the same name is meant', () => {
    expect(memberPath({ id: 7, firstName: 'Dana', lastName: 'Sample' })).toBe(
      '/analysis/member/Dana/Sample?member=7',
    );
  });

  it('has Unknown and Account in the place of missing names, and leaves them out of the title [spec 2.1.4, 2.9.4]', () => {
    const address = pathOf(memberPath({ id: 7, firstName: ' ', lastName: '' }));
    expect(address).toBe('/analysis/member/Unknown/Account');
    expect(memberTitle(address)).toBeNull();
    expect(memberTitle('/analysis/member/Unknown/Sample')).toBe('Sample');
    expect(memberTitle('/analysis/member/Dana/Sample')).toBe('Dana Sample');
  });
});
