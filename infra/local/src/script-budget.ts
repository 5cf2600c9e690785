/** An entry in the Vite manifest. */
interface Part {
  file: string;
  imports?: string[];
}

export type Manifest = Readonly<Record<string, Part>>;

/**
 * Limits for all scripts loaded so far, in KB (1,024 bytes, compressed). test/journey/accessibility.spec.ts tests them.
 */
export const STEPS = [
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

/** @param sizeOf returns the compressed size of a file in bytes */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number) {
  return STEPS.map((step, at) => {
    const parts = STEPS.slice(0, at + 1).flatMap(({ adds }) => adds);
    const bytes = [...scriptsOf(manifest, parts)].reduce((sum, file) => sum + sizeOf(file), 0);
    return { ...step, kilobytes: bytes / 1_024 };
  });
}

function partOf(manifest: Manifest, name: string): Part {
  const part = manifest[name];
  if (part === undefined) throw new Error(`The build does not contain ${name}. Put its new name in script-budget.ts.`);
  return part;
}
