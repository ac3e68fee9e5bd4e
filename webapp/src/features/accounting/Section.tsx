import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of the page below its heading. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {title}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {text}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
