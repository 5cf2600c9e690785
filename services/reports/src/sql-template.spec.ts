import { joinSql, sql } from './sql-template.ts';

describe('the sql template', () => {
  it('the sql template joins text, parts, numbers and words from closed lists', () => {
    const limits = [sql`day >= $${1}`, sql`day <= $2`];
    expect(sql`SELECT ${'credits'} FROM days WHERE ${joinSql(' AND ', ...limits, false)} LIMIT ${5}`).toBe(
      'SELECT credits FROM days WHERE day >= $1 AND day <= $2 LIMIT 5',
    );
  });

  it('the sql template rejects plain strings at compile time, because they could change the query', () => {
    const byName = (name: string) =>
      // @ts-expect-error A value must be a parameter.
      sql`SELECT FROM members WHERE name = '${name}'`;
    expect(byName("' OR '' = '")).toBe("SELECT FROM members WHERE name = '' OR '' = ''");
  });
});
