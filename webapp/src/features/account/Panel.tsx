import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** A part of a page of one's own account. */
export function Panel({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: hint ? 0 : 2 }}>
        {title}
      </Typography>
      {hint && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 2 }}>
          {hint}
        </Typography>
      )}
      {children}
    </Card>
  );
}
