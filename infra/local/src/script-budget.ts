/** A part of the build, as Vite's manifest says it. */
interface Part {
  file: string;
  /** Parts without which it cannot run. */
  imports?: string[];
}

export type Manifest = Readonly<Record<string, Part>>;

interface Step {
  name: string;
  /** Parts that this step adds. */
  adds: readonly string[];
  /** Kilobytes of 1,024 bytes, compressed as the gateway sends them, of everything that has come by then. */
  limit: number;
}

/** What is fetched on the way in, and how much it may be; held by a browser in test/journey/accessibility.spec.ts. */
export const STEPS: readonly Step[] = [
  { name: 'sign-in', adds: ['index.html', 'src/features/auth/login-screen.tsx'], limit: 250 },
  {
    name: 'dashboard, with its chart',
    adds: [
      'src/app/shell/shell.tsx',
      'src/features/dashboard/dashboard-screen.tsx',
      'src/components/charts/credit-debit-chart.tsx',
    ],
    limit: 450,
  },
];

/**
 * Scripts that come with these parts, each with all that it imports, in no order.
 * @throws Error for a part that the build does not know
 */
export function scriptsOf(manifest: Manifest, parts: readonly string[]): Set<string> {
  const known = new Set<string>();
  const open = [...parts];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (known.has(name)) continue;
    known.add(name);
    open.push(...(partOf(manifest, name).imports ?? []));
  }
  const files = [...known].map((name) => partOf(manifest, name).file);
  return new Set(files.filter((file) => file.endsWith('.js')));
}

export interface Weight extends Step {
  kilobytes: number;
}

/** What has come after each step. @param sizeOf compressed bytes of a file */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  return STEPS.map((step, at) => {
    const parts = STEPS.slice(0, at + 1).flatMap(({ adds }) => adds);
    const bytes = [...scriptsOf(manifest, parts)].reduce((sum, file) => sum + sizeOf(file), 0);
    return { ...step, kilobytes: bytes / 1_024 };
  });
}

function partOf(manifest: Manifest, name: string): Part {
  const part = manifest[name];
  if (part === undefined)
    throw new Error(`The build has no part ${name}. Say its new name in script-budget.ts.`);
  return part;
}
