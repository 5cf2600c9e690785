import { Component, type ReactNode } from 'react';
import { PanelError } from '../../panels/panel-states.tsx';

interface ScreenBoundaryState {
  error: unknown;
}

/** Keeps a screen that fails from taking the frame with it. Also catches code that could not be fetched. */
export class ScreenBoundary extends Component<{ children: ReactNode }, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <PanelError
        what="This screen could not be shown."
        error={this.state.error}
        // A reload, not a second render: after an upgrade the old code files are gone from the server.
        onRetry={() => window.location.reload()}
      />
    );
  }
}
