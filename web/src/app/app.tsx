import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { publicPath } from '../addresses/public-path.ts';
import { watchInput } from '../api/presence.ts';
import { ToastsProvider } from '../toasts/toasts.tsx';
import { ApplicationGate } from './application-gate.tsx';
import { ThemeModeProvider } from './theme-mode.tsx';
import '../leaving/way-back.ts';
import './app.css';

/** The whole application. The query client is handed in: a test brings a fresh one. */
export function App({ queryClient }: { queryClient: QueryClient }) {
  useEffect(() => watchInput(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeModeProvider>
        <ToastsProvider>
          <BrowserRouter basename={publicPath()}>
            <ApplicationGate />
          </BrowserRouter>
        </ToastsProvider>
      </ThemeModeProvider>
    </QueryClientProvider>
  );
}
