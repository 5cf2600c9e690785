import { readSettings } from './start-settings.ts';
import { isStartVariable, START_VARIABLES } from './start-variables.ts';

describe('the variables of npm start', () => {
  it('are listed as they are read, no more and no fewer', () => {
    const read = new Set<string>();
    // Every name that somebody asks for is noted.
    const source = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_target, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    );
    readSettings(source);
    const listed = START_VARIABLES.flatMap(({ name, isSecret }) =>
      isSecret === true ? [name, `${name}_FILE`] : [name],
    );
    expect([...read].filter((name) => !isStartVariable(name))).toEqual([]);
    expect(listed.filter((name) => !read.has(name))).toEqual([]);
  });
});
