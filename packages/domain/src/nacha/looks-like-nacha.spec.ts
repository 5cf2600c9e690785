import { looksLikeNacha } from './looks-like-nacha.ts';
import { aNachaFile } from './testing/a-nacha-file.ts';

describe('a NACHA file is told by its content', () => {
  const [header = '', batch = '', entry = '', ...rest] = aNachaFile([{ sec: 'PPD', entries: [{}] }]);

  test.each([
    ['lines', [header, batch, entry, ...rest].join('\n')],
    ['no line ends', [header, batch, entry, ...rest].join('')],
    ['blank lines before it', `\r\n\r\n${header}\r\n`],
    ['a transmission line before it', `$$ADD ID=ACMEBANK\n${header}\n`],
    ['no file header', [batch, entry, ...rest].join('\n')],
    ['no file header and no line ends', [batch, entry, ...rest].join('')],
    ['nothing but entries', `${entry}\n${entry}`],
    ['a name as destination', header.replace(' 091000019', ' ACMEBANK ')],
    ['a priority code other than 01', header.replace('101', '100')],
    ['ten digits as destination', header.replace(' 091000019', '0091000019')],
  ])('with %s', (_, file) => {
    expect(looksLikeNacha(file)).toBe(true);
  });

  test.each([
    '',
    'hello',
    '5,6,7',
    '101',
    '1012 Main Street',
    '[{"a":1}]',
    '622,PAULA,SAMPLE',
    '5220 a letter to the credit union',
    `see 101 091000019`,
    `see ${'5220'.padEnd(50)}PPD`,
    `see ${entry}`,
    `in $$ADD ID=ACMEBANK\n${header}`,
    ['not ', header, '\n', header].join(''),
  ])('and "%s" is none', (text) => {
    expect(looksLikeNacha(text)).toBe(false);
  });
});
