import { screen } from '@testing-library/react';

/** What the message says and, after it, where: that is what is printed. */
const reportOf = async (failing: () => unknown): Promise<string> => {
  try {
    await failing();
  } catch (error) {
    return error instanceof Error ? (error.stack ?? '') : String(error);
  }
  return '';
};

describe('what is reported of a query that found nothing', () => {
  beforeEach(() => {
    document.body.innerHTML = '<p>something else</p>';
  });
  afterEach(() => {
    document.body.replaceChildren();
  });

  it('shows the document', async () => {
    expect(await reportOf(() => screen.getByText('this'))).toContain('something else');
  });

  it('shows it after waiting, once', async () => {
    const report = await reportOf(() => screen.findByText('this', {}, { timeout: 60 }));
    expect(report).toContain('Unable to find an element with the text: this');
    expect(report.split('something else')).toHaveLength(2);
  });
});
