import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aReport, aReportSummary } from '../../testing/api-report-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import { type FakeServer, heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

function aServerWith(report = aReport(), total = 1): FakeServer {
  return aSignedInServer()
    .on('GET /api/reports', listAnswer([aReportSummary(report)], total))
    .on('GET /api/reports/12', { body: report });
}

const button = (name: string) => screen.findByRole('button', { name });

describe('AI report form', () => {
  it('the report form offers all types, and requires a prompt for custom reports only [spec 2.12.1, 4.9, 5.14, 8.7]', async () => {
    const server = aServerWith().on('POST /api/generate-report', { status: 201, body: aReport() });
    const user = openApp('/ai-reports');
    await user.click(await button('Generate Report'));
    expect(screen.queryByLabelText('Custom Prompt')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('Report type'));
    expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(15);
    await user.click(screen.getByTitle('Custom'));
    const generate = await button('Generate');
    expect(generate).toBeDisabled();
    await user.type(screen.getByLabelText('Custom Prompt'), '  ');
    expect(generate).toBeDisabled();
    await user.type(screen.getByLabelText('Custom Prompt'), 'What changed?');
    await user.type(screen.getByLabelText('Start date'), '2026-08-20');
    await user.type(screen.getByLabelText('End date'), '2026-08-01');
    expect(screen.getByText('The end date is before the start date.')).toBeVisible();
    expect(generate).toBeDisabled();
    await user.clear(screen.getByLabelText('End date'));
    await user.click(generate);
    expect(await screen.findByText('Report Generated')).toBeVisible();
    expect(screen.getByText('Your AI report has been generated successfully.')).toBeVisible();
    expect(server.requestsTo('POST /api/generate-report')[0]?.body).toEqual({
      reportType: 'custom',
      dateRangeStart: '2026-08-20',
      customPrompt: 'What changed?',
    });
    await waitFor(() => expect(window.location.search).toBe('?report=12'));
    await waitFor(() => expect(screen.queryByLabelText('Report type')).not.toBeInTheDocument());
  });

  it('the report form shows example questions and fills the prompt with the selected one', async () => {
    aServerWith();
    const user = openApp('/ai-reports?ask=custom');
    await user.click(await screen.findByText('What you can ask'));
    await user.click(await button('Who are our largest depositors?'));
    expect(screen.getByLabelText('Custom Prompt')).toHaveValue('Who are our largest depositors?');
    expect(await button('Generate')).toBeEnabled();
  });

  it('the report form keeps type and dates in the URL across reloads, but not the prompt', async () => {
    aServerWith();
    const user = openApp('/ai-reports?ask=fraud_detection&from=2026-08-01&to=2026-02-30');
    expect(await screen.findByLabelText('Start date')).toHaveValue('2026-08-01');
    expect(screen.getByLabelText('End date')).toHaveValue('');
    const form = within(screen.getByLabelText('Start date').closest('form') as HTMLElement);
    expect(form.getByTitle('Fraud Detection')).toBeVisible();
    await user.click(screen.getByLabelText('Report type'));
    await user.click(await screen.findByTitle('Custom'));
    await user.type(await screen.findByLabelText('Custom Prompt'), 'Dana?');
    await waitFor(() => expect(window.location.search).toBe('?ask=custom&from=2026-08-01'));
    await user.click(await button('Cancel'));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await button('Generate Report')).toBeEnabled();
  });

  it('a report appears in the list while it is generated and opens when it is finished [spec 4.9]', async () => {
    const server = aServerWith();
    const answer = heldAnswer({ status: 201, body: aReport({ id: 13 }) });
    server.on('POST /api/generate-report', answer.respond);
    const user = openApp('/ai-reports');
    await user.click(await button('Generate Report'));
    await user.click(await button('Generate'));
    expect(await button('Generating...')).toBeDisabled();
    server.on('GET /api/reports', listAnswer([aReportSummary({ id: 13, title: 'New', state: 'composing' })]));
    act(() => FakeEventSource.emit({ type: 'report.progress', reportId: 13, sectionsDone: 0, sections: 5 }));
    expect(await screen.findByRole('link', { name: 'New' })).toBeVisible();
    server.on('GET /api/reports/13', { body: aReport({ id: 13 }) });
    act(() => answer.release());
    await waitFor(() => expect(window.location.search).toBe('?report=13'));
  });

  it('a finished report shows a toast without navigating when the user has left the screen', async () => {
    const answer = heldAnswer({ status: 201, body: aReport() });
    aServerWith().on('POST /api/generate-report', answer.respond);
    const user = openApp('/ai-reports');
    await user.click(await button('Generate Report'));
    await user.click(await button('Generate'));
    await button('Generating...');
    await user.click(screen.getByRole('link', { name: 'Data Import' }));
    await screen.findByRole('heading', { level: 1, name: 'Data Import' });
    act(() => answer.release());
    expect(await screen.findByText('Report Generated')).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/import');
  });

  it('a report that needs more time shows that it is in progress and waiting in the queue', async () => {
    const pending = aReport({ state: 'pending', document: null, content: '', facts: [] });
    aServerWith(pending).on('POST /api/generate-report', { status: 202, body: pending });
    const user = openApp('/ai-reports');
    await user.click(await button('Generate Report'));
    await user.click(await button('Generate'));
    expect(await screen.findByText('Report in Progress')).toBeVisible();
    expect(await screen.findByText('Waiting in the queue...')).toBeVisible();
  });

  it.each([
    [{ status: 409, body: 'The ledger holds no entries.' }, 'The ledger holds no entries.'],
    [{ status: 500, body: '' }, 'Failed to generate report. Please try again.'],
    [{ status: 403, body: '' }, 'Failed to generate report. Please try again.'],
    [{ status: 503, body: '', headers: { 'X-Request-Id': 'req-7' } }, 'Failed to generate report. Please try again.'],
    [{ status: 202, body: aReport({ state: 'failed', notice: 'The queue is full.' }) }, 'The queue is full.'],
    [{ status: 202, body: aReport({ state: 'failed', notice: null }) }, 'Failed to generate report. Please try again.'],
  ])(
    'the report form keeps its values and shows the reason when generation fails (%#) [spec 8.8]',
    async (answer, words) => {
      aServerWith().on('POST /api/generate-report', answer);
      const user = openApp('/ai-reports');
      await user.click(await button('Generate Report'));
      await user.type(screen.getByLabelText('Start date'), '2026-08-20');
      await user.click(await button('Generate'));
      expect(await screen.findByText('Generation Failed')).toBeVisible();
      expect(screen.getByText(words)).toBeVisible();
      expect(screen.getByLabelText('Start date')).toHaveValue('2026-08-20');
    },
  );
});

describe('reload', () => {
  it('the open report form is restored after a reload', async () => {
    aServerWith();
    const user = openApp('/ai-reports');
    await user.click(await button('Generate Report'));
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-10-01' } });
    cleanup();
    openApp('/ai-reports');
    expect(await screen.findByLabelText('Start date')).toHaveValue('2026-10-01');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sessionStorage).toHaveLength(0);
  });
});
