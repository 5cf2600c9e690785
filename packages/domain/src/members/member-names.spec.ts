import { displayName, memberKey } from './member-names.ts';

const account = { firstName: 'Robin', lastName: 'Example', company: 'ACME', accountNumber: '1000000001' };

describe('display name', () => {
  test.each([
    [{}, 'Robin Example'],
    [{ firstName: null }, 'Example'],
    [{ firstName: ' ' }, 'Example'],
    [{ lastName: null }, 'ACME Account'],
    [{ firstName: null, lastName: null }, 'ACME Account'],
    [{ firstName: null, lastName: '', company: null }, 'Account 1000000001'],
  ])('the display name with %j is %s [spec 5.17]', (changes, name) => {
    expect(displayName({ ...account, ...changes })).toBe(name);
  });
});

describe('member key', () => {
  test('the member key is the same for different spellings of one name', () => {
    const key = memberKey({ firstName: 'José', lastName: 'Núñez' });
    expect(key).toBe('JOSE|NUNEZ');
    expect(memberKey({ firstName: ' JOSE ', lastName: 'nu\u0303nez' })).toBe(key);
  });

  test('the member key separates first and last name', () => {
    expect(memberKey({ firstName: 'Ann Lee', lastName: 'Fox' })).not.toBe(
      memberKey({ firstName: 'Ann', lastName: 'Lee Fox' }),
    );
    expect(memberKey({ firstName: 'A|B', lastName: 'C' })).toBe('A B|C');
  });

  test('the member key exists with one missing name, but not with two', () => {
    expect(memberKey({ firstName: null, lastName: 'Fox' })).toBe('|FOX');
    expect(memberKey({ firstName: 'Ann', lastName: null })).toBe('ANN|');
    expect(memberKey({ firstName: ' ', lastName: null })).toBeNull();
  });
});
