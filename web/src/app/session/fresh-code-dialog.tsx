import { Suspense } from 'react';
import { useFreshCodeQuestion } from '../../api/fresh-code.ts';
import { lazyComponent } from '../../lib/code-loading.ts';

/** Loaded when it is needed, because only admins see it. */
const CodeDialog = lazyComponent(() => import('./code-dialog.tsx'));

/** Asks for a code before an admin action. The API client then repeats the action. */
export function FreshCodeDialog() {
  const question = useFreshCodeQuestion();
  if (question === null) return null;
  return (
    <Suspense>
      <CodeDialog onAnswer={question.answer} />
    </Suspense>
  );
}
