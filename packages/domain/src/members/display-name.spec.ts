import { displayName } from './display-name.ts';

const account = { firstName: 'Robin', lastName: 'Example', company: 'ACME', accountNumber: '1000000001' };

describe('display name', () => {
  test.each([
    [{}, 'Robin Example'],
    [{ firstName: null }, 'Example'],
    [{ firstName: ' ' }, 'Example'],
    [{ lastName: null }, 'ACME Account'],
    [{ firstName: null, lastName: null }, 'ACME Account'],
    [{ firstName: null, lastName: '', company: null }, 'Account 1000000001'],
  ])('with %j changed it is %s [spec 5.17]', (changes, name) => {
    expect(displayName({ ...account, ...changes })).toBe(name);
  });
});
