import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A part of the page below its heading, with what can be done about it. */
export function Section(props: { title: string; text: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section">
      <CardContent>
        <Stack direction="row" sx={{ gap: 2, alignItems: 'flex-start', flexWrap: 'wrap', mb: 2 }}>
          <Stack sx={{ flex: '1 1 280px' }}>
            <Typography variant="h2" gutterBottom>
              {props.title}
            </Typography>
            <Typography color="textSecondary">{props.text}</Typography>
          </Stack>
          {props.action}
        </Stack>
        {props.children}
      </CardContent>
    </Card>
  );
}
