import { closestKnownName } from './check-installation.ts';

const KNOWN = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'LOG_LEVEL', 'SESSION_IDLE_MINUTES'];

describe('closestKnownName', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['SESSION_IDEL_MINUTE', 'SESSION_IDLE_MINUTES'],
    ['data_dir', 'DATA_DIR'],
  ])('doctor recognizes %s as a misspelling of %s', (written, meant) => {
    expect(closestKnownName(written, KNOWN)).toBe(meant);
  });

  it.each(['HOME', 'PATH', 'LOGNAME', 'HOSTNAME', 'SHELL', 'XDG_DATA_DIRS', 'NODE_ENV'])(
    'doctor finds no similar setting for the system variable %s',
    (written) => {
      expect(closestKnownName(written, KNOWN)).toBeNull();
    },
  );
});
