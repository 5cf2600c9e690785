/** Conditions of a WHERE; values travel as parameters only. */
export class SqlConditions {
  readonly values: unknown[] = [];
  private readonly quick: string[] = [];
  private readonly slow: string[] = [];

  /** @param sql the condition, given the placeholder of its value */
  add(sql: (placeholder: string) => string, value: unknown): void {
    this.quick.push(this.numbered(sql, value));
  }

  /** A condition for which something must be looked up elsewhere for each row, or for all rows before. */
  addSlow(sql: (placeholder: string) => string, value: unknown): void {
    this.slow.push(this.numbered(sql, value));
  }

  get isEmpty(): boolean {
    return this.values.length === 0;
  }

  get hasSlow(): boolean {
    return this.slow.length > 0;
  }

  /** The same text for the same question. */
  get question(): string {
    return `${this.sql} ${JSON.stringify(this.values)}`;
  }

  /** All of them; `true` without any. */
  get sql(): string {
    return joinConditions([...this.quick, ...this.slow]);
  }

  get quickSql(): string {
    return joinConditions(this.quick);
  }

  get slowSql(): string {
    return joinConditions(this.slow);
  }

  private numbered(sql: (placeholder: string) => string, value: unknown): string {
    this.values.push(value);
    return sql(`$${this.values.length}`);
  }
}

function joinConditions(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/**
 * What was found out about one version of the rows, kept for all who ask the same of it: rows of a version do not change, so
 * neither does their number. Whoever asks while the first is still being answered waits for that answer. What was asked least
 * lately is forgotten.
 */
export class VersionedCache<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(private readonly most: number) {}

  /** A question that fails is not kept: whoever waited for it asks for himself. @throws whatever `ask` throws */
  async read(version: string, question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const key = `${version}\n${question}`;
    const known = this.answers.get(key);
    if (known !== undefined) {
      this.note(key, known);
      return known.catch(ask);
    }
    const answer = ask();
    this.note(key, answer);
    answer.catch(() => {
      if (this.answers.get(key) === answer) this.answers.delete(key);
    });
    return answer;
  }

  /** As the last one: a map keeps the order in which keys came. */
  private note(key: string, answer: Promise<Answer>): void {
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= this.most) return;
      this.answers.delete(oldest);
    }
  }
}
