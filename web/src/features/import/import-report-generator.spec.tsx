import { act, screen, waitFor, within } from '@testing-library/react';
import { anImport } from '../../testing/api-core-fixtures.ts';
import { aReport, aReportSummary } from '../../testing/api-report-fixtures.ts';
import { heldAnswer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

const thePanel = async () => within(await screen.findByRole('region', { name: 'AI Report Generator' }));

describe('AI report generator', () => {
  it('the AI report generator explains what to do while there are no reports [spec 2.7.6, 2.7.8]', async () => {
    aSignedInServer().on('GET /api/reports', listAnswer([]));
    openApp('/import');
    const panel = await thePanel();
    expect(await panel.findByText('No reports generated yet. Create your first AI report above.')).toBeVisible();
    expect(panel.getByText('Generation takes 30-60 seconds.')).toBeVisible();
  });

  it('the AI report generator generates one report when a report type is double-clicked [spec 2.7.3, 2.7.6]', async () => {
    const answer = heldAnswer({ status: 201, body: aReport() });
    const server = aSignedInServer()
      .on('GET /api/reports', listAnswer([]))
      .on('POST /api/generate-report', answer.respond);
    const user = openApp('/import');
    const panel = await thePanel();
    await user.dblClick(panel.getByRole('button', { name: /^High-Value Members/ }));
    expect(await panel.findByRole('button', { name: 'Generating...' })).toBeDisabled();
    expect(panel.getByRole('button', { name: /^Executive Summary/ })).toBeDisabled();
    server.on('GET /api/reports', listAnswer([aReportSummary()]));
    act(() => answer.release());
    expect(await screen.findByText('Report Generated')).toBeVisible();
    expect(server.requestsTo('POST /api/generate-report').map(({ body }) => body)).toEqual([
      { reportType: 'high_value_customers' },
    ]);
    expect(await panel.findByRole('link', { name: /^View Executive Summary/ })).toBeVisible();
  });

  it('the AI report generator offers a custom report with four types, dates and a prompt [spec 2.7.4, 2.7.5, 8.6]', async () => {
    const server = aSignedInServer()
      .on('GET /api/reports', listAnswer([]))
      .on('POST /api/generate-report', { status: 503, body: 'Not available.' });
    const user = openApp('/import');
    const panel = await thePanel();
    expect(panel.queryByLabelText('Custom Prompt')).not.toBeInTheDocument();
    await user.click(panel.getByLabelText('Report Focus'));
    expect([...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)).toEqual([
      'Executive Summary',
      'Fraud Detection',
      'High-Value Members',
      'Custom',
    ]);
    await user.click(screen.getByTitle('Custom'));
    expect(panel.getByRole('button', { name: 'Generate AI Report' })).toBeDisabled();
    await user.type(panel.getByLabelText('Custom Prompt'), 'What changed?');
    await user.type(panel.getByLabelText('End date'), '2026-08-20');
    await user.click(panel.getByRole('button', { name: 'Generate AI Report' }));
    expect(await screen.findByText('Generation Failed')).toBeVisible();
    expect(screen.getByText('Failed to generate AI report. Please try again.')).toBeVisible();
    expect(panel.getByLabelText('Custom Prompt')).toHaveValue('What changed?');
    expect(server.requestsTo('POST /api/generate-report')[0]?.body).toEqual({
      reportType: 'custom',
      dateRangeEnd: '2026-08-20',
      customPrompt: 'What changed?',
    });
  });

  it('the AI report generator keeps the form except the prompt in the URL until the report is generated', async () => {
    const answer = heldAnswer({ status: 201, body: aReport() });
    aSignedInServer()
      .on('GET /api/reports', listAnswer([]))
      .on('GET /api/imports', listAnswer([anImport({ importId: 5 })]))
      .on('POST /api/generate-report', answer.respond);
    const user = openApp('/import?ask=custom&to=2026-08-20');
    const panel = await thePanel();
    expect(panel.getByLabelText('End date')).toHaveValue('2026-08-20');
    await user.type(panel.getByLabelText('Start date'), '2026-08-01');
    await user.type(panel.getByLabelText('Custom Prompt'), 'What changed?');
    expect(window.location.search).toBe('?ask=custom&from=2026-08-01&to=2026-08-20');
    await user.click(panel.getByRole('button', { name: 'Generate AI Report' }));
    await user.click(await screen.findByRole('button', { name: /^Receipt/ }));
    act(() => answer.release());
    expect(await screen.findByText('Report Generated')).toBeVisible();
    await waitFor(() => expect(window.location.search).toBe('?import=5'));
  });

  it('the AI report generator lists the newest five reports with buttons to export and view them [spec 2.7.7]', async () => {
    const reports = [5, 4, 3, 2, 1].map((id) =>
      aReportSummary({ id, title: `Report ${id}`, ...(id === 4 && { state: 'composing' as const }) }),
    );
    const server = aSignedInServer()
      .on('GET /api/reports', listAnswer(reports, 30))
      .on('GET /api/reports/5/report.pdf', { status: 503, body: 'Not available.' });
    const user = openApp('/import');
    const panel = await thePanel();
    const rows = (await panel.findAllByText(/^Report \d$/)).map((title) => title.parentElement?.textContent);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toBe('Report 5Executive Summary · Nov 20, 2026 09:30');
    expect(rows[1]).toMatch(/in progress$/);
    expect(server.requestsTo('GET /api/reports')[0]?.path).toBe('/api/reports?page=1&pageSize=5');
    expect(panel.getByRole('button', { name: 'Export Report 4' })).toBeDisabled();
    await user.click(panel.getByRole('button', { name: 'Export Report 5' }));
    expect(await screen.findByText('Export Failed')).toBeVisible();
    expect(panel.getByRole('link', { name: 'View Report 5' })).toHaveAttribute('href', '/ai-reports?report=5');
    await waitFor(() => expect(panel.getByRole('button', { name: 'Export Report 5' })).toBeEnabled());
  });
});
