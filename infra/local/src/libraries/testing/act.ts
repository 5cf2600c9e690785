/**
 * Provides `act`, which React's production build lacks: when a test continues after `act`, the changes have been
 * rendered and their effects have run. React and its scheduler defer work to this file instead of the browser.
 */

type Task = () => void;

/** Microtasks wait until the current code has finished; macrotasks also wait until the browser is idle. */
const microtasks: Task[] = [];
const macrotasks: Task[] = [];
/** Number of nested calls to `act`. Their work is deferred until the outermost call ends. */
let depth = 0;

export function queueMicrotask(task: Task): void {
  microtasks.push(task);
  if (depth === 0) globalThis.queueMicrotask(() => runTasks(microtasks));
}

export function setImmediate(task: Task): void {
  macrotasks.push(task);
  if (depth === 0) setTimeout(() => runTasks(macrotasks), 0);
}

function runTasks(tasks: Task[]): void {
  for (const task of tasks.splice(0)) task();
}

/** Also runs the tasks that these tasks defer. */
function runAllTasks(): void {
  while (microtasks.length + macrotasks.length > 0) {
    runTasks(microtasks);
    runTasks(macrotasks);
  }
}

/** Saved before a test installs fake timers, with which `act` would wait forever. */
const realSetTimeout = globalThis.setTimeout;

/** Await the result when the callback is asynchronous. A synchronous callback is rendered before `act` returns. */
export function act<T>(callback: () => T | PromiseLike<T>): PromiseLike<T> {
  depth += 1;
  let result: T | PromiseLike<T>;
  try {
    result = callback();
    if (!isPromise(result) && depth === 1) runAllTasks();
  } catch (error) {
    depth -= 1;
    throw error;
  }
  if (!isPromise(result)) {
    depth -= 1;
    const value = result;
    // oxlint-disable-next-line unicorn/no-thenable -- a promise would start without being awaited
    return { then: (...handlers) => settled(value).then(...handlers) };
  }
  return result.then(
    (value) => {
      depth -= 1;
      return settled(value);
    },
    (error: unknown) => {
      depth -= 1;
      throw error;
    },
  );
}

/** Also waits for work that effects start. */
async function settled<T>(value: T): Promise<T> {
  if (depth > 0) return value;
  runAllTasks();
  await new Promise((resolve) => realSetTimeout(resolve, 0));
  return microtasks.length + macrotasks.length === 0 ? value : settled(value);
}

const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
