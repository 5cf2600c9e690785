import { memberKeysOfPath } from './members.service.ts';

describe('the members that a path may mean', () => {
  it('are those of the name, however it is accented, capitalised and spaced', () => {
    expect(memberKeysOfPath({ firstName: 'José  maría', lastName: "O'Núñez/Smith 100%" })).toEqual([
      "JOSE MARIA|O'NUNEZ/SMITH 100%",
    ]);
  });

  it('are also those without the part that a word stands for', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Cher' })).toEqual(['UNKNOWN|CHER', '|CHER']);
    expect(memberKeysOfPath({ firstName: 'Cher', lastName: 'Account' })).toEqual(['CHER|ACCOUNT', 'CHER|']);
  });

  it('are those that name nobody when both words stand for nothing', () => {
    expect(memberKeysOfPath({ firstName: 'Unknown', lastName: 'Account' })).toEqual([
      'UNKNOWN|ACCOUNT',
      'UNKNOWN|',
      '|ACCOUNT',
      null,
    ]);
  });
});
