import { Component, type ReactNode } from 'react';
import { MissingCode } from '../../failures/missing-code.ts';
import { MissingCodeNotice } from '../../failures/missing-code-notice.tsx';
import { reloadPage } from '../../leaving/reload-page.ts';
import { PanelError } from '../../panels/panel-states.tsx';

interface ScreenBoundaryState {
  error: unknown;
}

/** Keeps a screen that fails from taking the frame with it. */
export class ScreenBoundary extends Component<{ children: ReactNode }, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    if (this.state.error instanceof MissingCode) return <MissingCodeNotice />;
    return (
      <PanelError
        what="This screen could not be shown."
        error={this.state.error}
        // A reload, not a second render: what was read may be what it stumbles over.
        onRetry={reloadPage}
      />
    );
  }
}
