import { commentsIn } from './configuration-reference.ts';

const SOURCE = `
/** The class. */
export class SomeEnvironment {
  /** One line, \`code\`. */
  @Matches(/x/, {
    message: 'ONE must be one',
  })
  ONE!: string;

  /**
   * Two
   * lines.
   */
  @IsOptional()
  TWO?: string;

  @IsString()
  THREE = 'x';
}

export function withMore(Base) {
  return class extends Base {
    /** Of a class that is made. */
    FOUR = '';
  };
}
`;

describe('comments of settings', () => {
  it('belong to the setting below them, on one line; a setting without one has none of another', () => {
    expect([...commentsIn(SOURCE)]).toEqual([
      ['ONE', 'One line, `code`.'],
      ['TWO', 'Two lines.'],
      ['THREE', ''],
      ['FOUR', 'Of a class that is made.'],
    ]);
  });
});
