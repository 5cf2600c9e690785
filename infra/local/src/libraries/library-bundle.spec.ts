import { namesIn } from './library-bundle.ts';

describe('import names', () => {
  it.each([
    ['{ Button }', ['Button']],
    ['{\n  Button,\n  Table,\n}', ['Button', 'Table']],
    ['{ Button, type ButtonProps }', ['Button']],
    ['{ debounce as later }', ['debounce']],
    ['dayjs', ['default']],
    ['dayjs, { type Dayjs }', ['default']],
    ['dayjs, { extend }', ['default', 'extend']],
    ['* as echarts', ['*']],
    ['{ type Dayjs }', []],
  ])('the imported names in %j are parsed as %j', (clause, names) => {
    expect(namesIn(clause)).toEqual(names);
  });
});
