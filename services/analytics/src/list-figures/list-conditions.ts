/** Conditions of a WHERE; values travel as parameters only. */
export class SqlConditions {
  readonly values: unknown[] = [];
  readonly quick: string[] = [];
  /** Conditions that need a look-up elsewhere for each row, or for all rows before. */
  readonly slow: string[] = [];

  /** Without a value the condition is left out. `sql` gets the placeholder of the value. */
  add(sql: (placeholder: string) => string, value: unknown, conditions = this.quick): void {
    if (value !== undefined) conditions.push(sql(`$${this.values.push(value)}`));
  }

  get key(): string {
    return `${this.sql} ${JSON.stringify(this.values)}`;
  }

  get sql(): string {
    return joinConditions([...this.quick, ...this.slow]);
  }
}

export function joinConditions(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** Answers about one version of the rows, which do not change. Forgets the answer that was read longest ago. */
export class VersionedCache<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(private readonly maxAnswers: number) {}

  /** Readers of an answer that fails each query again, and the failure is not cached. */
  async read(version: string, question: string, query: () => Promise<Answer>): Promise<Answer> {
    const key = `${version}\n${question}`;
    const cached = this.answers.get(key);
    const answer = cached ?? query();
    // A map keeps the order in which keys were added.
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const oldest of this.answers.keys())
      if (this.answers.size > this.maxAnswers) this.answers.delete(oldest);
    if (cached !== undefined) return cached.catch(query);
    answer.catch(() => {
      if (this.answers.get(key) === answer) this.answers.delete(key);
    });
    return answer;
  }
}
