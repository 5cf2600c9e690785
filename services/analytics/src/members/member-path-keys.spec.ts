import { memberKeysOfPath } from './members.service.ts';

describe('member paths', () => {
  it('a member path refers to members with the same name, ignoring accents, case and spaces', () => {
    expect(memberKeysOfPath({ firstName: 'José  maría', lastName: "O'Núñez/Smith 100%" })).toEqual([
      "JOSE MARIA|O'NUNEZ/SMITH 100%",
    ]);
  });

  it('a member path with a placeholder also refers to members who lack that part of the name', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Cher' })).toEqual(['UNKNOWN|CHER', '|CHER']);
    expect(memberKeysOfPath({ firstName: 'Cher', lastName: 'Account' })).toEqual(['CHER|ACCOUNT', 'CHER|']);
  });

  it('a member path of two placeholders also refers to members without a name', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Account' })).toEqual([
      'UNKNOWN|ACCOUNT',
      'UNKNOWN|',
      '|ACCOUNT',
      null,
    ]);
  });
});
