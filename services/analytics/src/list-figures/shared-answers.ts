/**
 * What was found out about one version of the rows, kept for all who ask the same of it: rows of a version do not change, so
 * neither does their number. Whoever asks while the first is still being answered waits for that answer. What was asked least
 * lately is forgotten.
 */
export class SharedAnswers<Answer> {
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
