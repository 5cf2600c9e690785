import { fireEvent, screen } from '@testing-library/react';
import { aSignedInServer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';
import { aJsonFile, chooseFiles, findDropZone } from './testing/import-screen-fixtures.ts';

describe('file selection', () => {
  it('the upload card accepts a picked file, and Cancel removes it [spec 2.7.2]', async () => {
    aSignedInServer();
    const user = openApp('/import');
    await chooseFiles(user, aJsonFile('november.json'));
    expect(await screen.findByText('november.json')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Cancel/ }));
    expect(screen.queryByText('november.json')).not.toBeInTheDocument();
    expect(await findDropZone()).toBeVisible();
  });

  it('the upload card accepts a dropped file and highlights the zone while dragging [spec 2.7.1]', async () => {
    aSignedInServer();
    openApp('/import');
    const zone = await findDropZone();
    fireEvent.dragOver(zone);
    expect(zone).toHaveClass('drop-zone-active');
    fireEvent.dragLeave(zone);
    expect(zone).not.toHaveClass('drop-zone-active');
    fireEvent.drop(zone, { dataTransfer: { files: [aJsonFile('dropped.json')] } });
    expect(await screen.findByText('dropped.json')).toBeVisible();
  });

  it('the application stays open when a file is dropped outside the drop zone', async () => {
    aSignedInServer();
    openApp('/import');
    await findDropZone();
    const files = { dataTransfer: { files: [aJsonFile('other.json')], types: ['Files'] } };
    // False means canceled: the browser does not replace the application with the file.
    expect(fireEvent.dragOver(document.body, files)).toBe(false);
    expect(fireEvent.drop(document.body, files)).toBe(false);
    expect(screen.queryByText('other.json')).not.toBeInTheDocument();
  });

  it('the upload card rejects an unsupported file type with a toast [spec 5.8]', async () => {
    aSignedInServer();
    openApp('/import');
    fireEvent.drop(await findDropZone(), {
      dataTransfer: { files: [aJsonFile('scan.pdf', 'application/pdf')] },
    });
    expect(await screen.findByText('Invalid File Type')).toBeVisible();
    expect(screen.getByText('Please select a JSON, CSV or NACHA file.')).toBeVisible();
    expect(screen.queryByText('scan.pdf')).not.toBeInTheDocument();
  });

  it('the upload card reports how many of several files it rejects', async () => {
    aSignedInServer();
    openApp('/import');
    const files = ['a.pdf', 'b.png', 'c.docx', 'd.json'].map((name) => aJsonFile(name, ''));
    fireEvent.drop(await findDropZone(), { dataTransfer: { files } });
    expect(await screen.findByText('a.pdf and 2 more: Please select a JSON, CSV or NACHA file.')).toBeVisible();
    expect(await screen.findByText('d.json')).toBeVisible();
  });

  it('the upload card accepts a .json file for which the browser gives no type [spec 5.8]', async () => {
    aSignedInServer();
    openApp('/import');
    fireEvent.drop(await findDropZone(), { dataTransfer: { files: [aJsonFile('LEDGER.JSON', '')] } });
    expect(await screen.findByText('LEDGER.JSON')).toBeVisible();
  });

  it('the upload card describes both JSON shapes', async () => {
    aSignedInServer();
    openApp('/import');
    expect(await screen.findByRole('heading', { name: 'JSON: a list of transactions' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'JSON: an object with a transactions list' })).toBeVisible();
  });
});
