import { CloudDownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { reloadPage } from '../leaving/reload-page.ts';
import { unsavedHere } from '../leaving/unsaved.ts';
import { type Build, reloadForNewerBuild } from './newer-build.ts';

const WORDS: Record<Build, string> = {
  newer: 'A new version of Clearwatch has been installed. Reload the page to go on with it.',
  same: 'Its code could not be fetched. Reload the page to try it once more.',
  unknown: 'Its code could not be fetched, because the server cannot be reached.',
};

/**
 * In the place of a part whose code is not there. A newer build is taken up by itself, once; and so is the same one when a server
 * answers again that could not be reached, asked by a person or by a connection that is back.
 */
export function MissingCodeNotice() {
  const [build, setBuild] = useState<Build | null>(null);
  useEffect(() => {
    void reloadForNewerBuild().then(setBuild);
  }, []);
  const isAway = build === 'unknown';
  useEffect(() => {
    if (!isAway) return;
    const ask = (): void => void lookAgain().then(setBuild);
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [isAway]);
  return (
    <div className="panel-state" role="alert">
      <CloudDownloadOutlined className="panel-state-icon" aria-hidden />
      <p>
        <strong>This part could not be shown.</strong> {WORDS[build ?? 'same']}
      </p>
      <p className="quiet">Your data is unchanged, and what you have begun is kept.</p>
      {isAway ? (
        // A reload now would leave an empty page.
        <Button onClick={() => void lookAgain().then(setBuild)}>Try again</Button>
      ) : (
        <Button onClick={reloadPage}>Reload</Button>
      )}
    </div>
  );
}

async function lookAgain(): Promise<Build> {
  const build = await reloadForNewerBuild();
  if (build === 'same' && unsavedHere().length === 0) reloadPage();
  return build;
}
