"""What the pages draw: series as Chart.js takes them, the phase timeline, partition layouts, cards."""
