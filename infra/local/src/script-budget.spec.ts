import { type Manifest, STEPS, scriptsOf, weigh } from './script-budget.ts';

const MANIFEST: Manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
  'style.css': { file: 'assets/index.css' },
  'src/features/auth/login-screen.tsx': { file: 'assets/login.js', imports: ['_shared.js', 'style.css'] },
  'src/app/shell/shell.tsx': { file: 'assets/shell.js', imports: ['_shared.js'] },
  'src/features/dashboard/dashboard-screen.tsx': { file: 'assets/dashboard.js' },
  'src/components/charts/credit-debit-chart.tsx': { file: 'assets/chart.js' },
};

describe('script sizes', () => {
  it('the script budget counts each script of a step and its imports once, even when they import each other', () => {
    expect(scriptsOf(MANIFEST, ['index.html', 'src/features/auth/login-screen.tsx'])).toEqual(
      new Set(['assets/index.js', 'assets/shared.js', 'assets/login.js']),
    );
  });

  it('the script budget rejects a source file that the build does not contain', () => {
    expect(() => scriptsOf(MANIFEST, ['src/gone.tsx'])).toThrow(/does not contain src\/gone\.tsx/);
  });

  it('the script budget of a step includes the scripts from earlier steps', () => {
    expect(weigh(MANIFEST, () => 10_240).map(({ kilobytes }) => kilobytes)).toEqual([30, 60]);
  });

  it('the script budget uses the limits from the performance goals', () => {
    expect(STEPS.map(({ limit }) => limit)).toEqual([250, 450]);
  });
});
