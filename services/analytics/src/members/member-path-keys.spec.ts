import { memberKeysOfPath } from './members.service.ts';

describe('the members that a path can refer to', () => {
  it('are those with the same name, ignoring accents, case and spaces', () => {
    expect(memberKeysOfPath({ firstName: 'José  maría', lastName: "O'Núñez/Smith 100%" })).toEqual([
      "JOSE MARIA|O'NUNEZ/SMITH 100%",
    ]);
  });

  it('include those without the part of the name that a placeholder replaces', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Cher' })).toEqual(['UNKNOWN|CHER', '|CHER']);
    expect(memberKeysOfPath({ firstName: 'Cher', lastName: 'Account' })).toEqual(['CHER|ACCOUNT', 'CHER|']);
  });

  it('are those without a name when both words are placeholders', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Account' })).toEqual([
      'UNKNOWN|ACCOUNT',
      'UNKNOWN|',
      '|ACCOUNT',
      null,
    ]);
  });
});
